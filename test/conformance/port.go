package conformance

import (
	_ "embed"
	"strings"
)

// portClass names the extra actor class that the cases of the actor port call, in both hosts.
const portClass = "PortActor"

//go:embed port.js
var portSource string

// portActor is the only part of the class: a JavaScript expression.
var portActor = strings.TrimSuffix(strings.TrimSpace(portSource), ";")
