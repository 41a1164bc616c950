# shellcheck shell=bash
# What is a Raspberry Pi's alone: its buses, and a button that switches it off.

readonly MARK='# companion:'

is_pi() { [[ -z ${SIMULATED-} ]] && grep -qs 'Raspberry Pi' "${MODEL_FILE:-/proc/device-tree/model}"; }

config_txt() {
    local path
    for path in /boot/firmware/config.txt /boot/config.txt; do
        [[ ! -f $path ]] || { echo "$path" && return; }
    done
}

prepare_pi() {
    if ! is_pi; then
        say "This is no Raspberry Pi, or nothing is wired to it: the table runs with simulated devices."
        [[ -z $SHUTDOWN_PIN ]] || warn "a button that switches it off is for a Raspberry Pi; left out"
        return
    fi
    local config
    config=$(config_txt)
    if [[ -z $config ]]; then
        warn "there is no config.txt here, so the buses stay as they are; 'companion doctor' tells whether they are on"
        return
    fi
    step "SPI for the readers, I2C for the digits"
    add_line "$config" dtparam=spi=on
    add_line "$config" dtparam=i2c_arm=on
    [[ -z $SHUTDOWN_PIN ]] || set_shutdown_button "$config" "$SHUTDOWN_PIN"
}

# A line that is not there yet, at the end, under [all]: above it another model may be meant.
add_line() {
    grep -qx "$2" "$1" && return
    { cat "$1" && printf '%s\n' "$MARK ${3-bus}" '[all]' "$2"; } | write_file "$1" "$(stat -c %a "$1")"
    say "After a restart of the Pi: $2"
}

# A press must last for two seconds; then the kernel tells it as the power key, and systemd switches off.
set_shutdown_button() {
    remove_marked "$1" shutdown
    add_line "$1" "dtoverlay=gpio-shutdown,gpio_pin=$2,active_low=1,gpio_pull=up,debounce=2000" shutdown
}

# The mark, and the two lines after it.
remove_marked() {
    grep -qx "$MARK $2" "$1" || return 0
    sed "/^$MARK $2\$/,+2d" "$1" | write_file "$1" "$(stat -c %a "$1")"
}

# The buses stay on: something else may use them by now.
remove_pi_settings() {
    local config
    config=$(config_txt)
    [[ -z $config ]] || remove_marked "$config" shutdown
}
