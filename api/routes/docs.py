"""The description as a page: Swagger UI out of an installed package, nothing from elsewhere."""

from __future__ import annotations

from fastapi import APIRouter, FastAPI
from fastapi.openapi.docs import get_swagger_ui_html
from starlette.responses import HTMLResponse
from starlette.staticfiles import StaticFiles

router = APIRouter(include_in_schema=False)

ASSETS = "/docs/assets"


def serve_assets(app: FastAPI) -> None:
    """Serves the page's script and style."""
    app.mount(ASSETS, StaticFiles(packages=[("fastapi_offline", "static")]))


@router.get("/docs")
def show_docs() -> HTMLResponse:
    """The API as a page to read and to try."""
    return get_swagger_ui_html(
        openapi_url="/openapi.json",
        title="senpu: HTTP API",
        swagger_js_url=f"{ASSETS}/swagger-ui-bundle.js",
        swagger_css_url=f"{ASSETS}/swagger-ui.css",
        swagger_favicon_url=f"{ASSETS}/favicon.png",
        swagger_ui_parameters={
            "docExpansion": "list",
            "defaultModelsExpandDepth": 0,
            "tryItOutEnabled": True,
            "validatorUrl": None,
            "persistAuthorization": True,
        },
    )
