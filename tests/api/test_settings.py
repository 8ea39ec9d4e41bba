"""Every setting of a server is in the one table of the README, with its default."""

from pathlib import Path

from api import settings


def test_every_setting_is_documented_with_its_default():
    readme = Path(settings.__file__).with_name("README.md").read_text("utf-8")
    for name, field in settings.Settings.model_fields.items():
        default = "–" if field.default is None else f"`{field.default}`"
        assert f"| `{name.upper()}` | {default} |" in readme
