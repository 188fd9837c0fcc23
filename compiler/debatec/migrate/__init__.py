"""Files of earlier versions of the language, brought to the newest one."""
