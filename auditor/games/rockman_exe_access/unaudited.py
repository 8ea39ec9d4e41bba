"""The rules that no log can show broken, and those that say the same as others."""

from auditor.declare import Unaudited

PERMISSION = (
    "It allows something; using the permission is never a fault.",
    "許可を定めるルールで、それに従うことは違反にならない。",
)
UNAUDITED = Unaudited(
    {
        "RX-1.9": (
            "An attack has no field for another aim than the navi in the device.",
            "アタックの相手を別のナビと書く項目がない。",
        ),
        "RX-2.5": (
            "A log does not show the devices; the option says whether one may be shared.",
            "機器は記録に現れない。共用を認めるかは選択ルールで示す。",
        ),
        "RX-3.5": PERMISSION,
    },
    {
        "RX-1.5": ("RX-14.3", "RX-15.1"),
        "RX-2.7": ("RX-6.2", "RX-6.5"),
        "RX-3.6": ("RX-15.1",),
        "RX-4.1": ("RX-4.7",),
        "RX-6.4": ("RX-6.2", "RX-6.3"),
        "RX-13.3": ("RX-13.1", "RX-15.2"),
        "RX-13.5": ("RX-13.1",),
        "RX-14.11": ("RX-9.3", "RX-10.3"),
        "RX-15.6": ("RX-5.2",),
        "RX-16.3": ("RX-7.7", "RX-8.3"),
        "RX-16.8": ("RX-16.4", "RX-16.6"),
        "RX-18.4": ("RX-11.2", "RX-11.5", "RX-12.3"),
    },
)
