# shellcheck shell=bash disable=SC2034
# Where things are, once installed.

readonly HOME_OF_PROGRAM=/opt/companion
readonly CURRENT=$HOME_OF_PROGRAM/venv      # a link to one of the versions
readonly PREVIOUS=$HOME_OF_PROGRAM/previous # and to the one before
readonly VERSIONS=$HOME_OF_PROGRAM/versions
readonly DATA=/var/lib/companion
readonly BACKUPS=/var/lib/companion-backups
readonly SETTINGS=/etc/companion
readonly UNITS=/etc/systemd/system
readonly LOG_KEEPING=/etc/systemd/journald.conf.d/60-companion.conf
readonly COMMAND=/usr/local/bin/companion
readonly SERVICES=(companion-tablet.socket companion-tablet.service companion-table.service) # the door closes first
