"""A short name for a browser and its system, so that users recognize it in a list of devices."""

_BROWSERS = (
    # The first match counts: most browsers call themselves Chrome and Safari as well.
    ("MicroMessenger/", "WeChat"),
    ("QQBrowser/", "QQ Browser"),
    ("UCBrowser/", "UC Browser"),
    ("HuaweiBrowser/", "Huawei Browser"),
    ("MiuiBrowser/", "Mi Browser"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("HarmonyOS", "HarmonyOS"),
    ("OpenHarmony", "HarmonyOS"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)


def device_name(user_agent: str) -> str:
    """The name of a browser and its system, such as `Firefox, Android`, from a `User-Agent` header.

    It is empty if neither is recognized. Nothing else of the header is kept.
    """
    found = [
        next((name for sign, name in names if sign in user_agent), "")
        for names in (_BROWSERS, _SYSTEMS)
    ]
    return ", ".join(name for name in found if name)
