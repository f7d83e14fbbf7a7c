"""The version, read from here by the package build too."""

__version__ = "0.1.0"
