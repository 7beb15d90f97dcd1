// This file has the actor that cases of the actor port call: an extra class in both hosts.

package conformance

import _ "embed"

// portClass is its class.
const portClass = "PortActor"

// portActor is its one part, JavaScript: an expression that makes it.
//
//go:embed port.js
var portActor string
