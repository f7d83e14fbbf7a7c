"""Functions go in as syntax trees and come out doing the same in less time (`pipeline`)."""
