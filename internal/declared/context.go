package declared

// ContextMembers returns the members of a handler's context: of the context itself for "", else of what a path of names
// below it leads to, such as "crm.objects". It returns nil for a path that is not listed.
func ContextMembers(path string) []string {
	switch path {
	case "":
		return []string{
			"input", "enrolledObject", "install", "execution", "env", "crm", "appObjects", "appEvents", "store", "http",
			"billing", "sync", "flags", "logger", "request",
		}
	case "crm":
		return []string{"objects", "batch", "associations", "properties", "conversations", "request"}
	case "crm.objects":
		return []string{"get", "list", "search", "create", "update", "upsert", "archive"}
	case "crm.batch":
		return []string{"objects", "properties", "associations"}
	case "crm.batch.objects":
		return []string{"read", "create", "update", "upsert", "archive"}
	case "crm.batch.properties", "crm.batch.associations":
		return []string{"read", "create", "archive"}
	case "crm.associations":
		return []string{"list", "create", "archive"}
	case "crm.properties":
		return []string{"list", "get", "create", "update", "archive"}
	case "store":
		return []string{"get", "put", "delete", "list"}
	case "appObjects":
		return []string{"get", "create", "update", "archive"}
	case "appEvents":
		return []string{"send", "sendBatch"}
	case "http":
		return []string{"fetch", "get", "post", "put", "patch", "delete"}
	case "logger":
		return []string{"debug", "info", "warn", "error"}
	case "install":
		return []string{"id", "portalId", "state", "config"}
	case "enrolledObject":
		return []string{"id", "objectType", "properties"}
	case "sync":
		return []string{"cursor", "setCursor", "checkpoint", "checkpoints"}
	case "flags":
		return []string{"getBoolean", "getString", "getNumber", "getJson"}
	}
	return nil
}

// IsAsync reports whether the members of a path are functions that return promises and change something.
func IsAsync(path string) bool {
	switch path {
	case "crm", "crm.objects", "crm.batch.objects", "crm.batch.properties", "crm.batch.associations", "crm.associations",
		"crm.properties", "store", "appObjects", "appEvents":
		return true
	}
	return false
}

// UseKind is what a Use is.
type UseKind uint8

const (
	// UnknownMember is a member that a handler's context does not have.
	UnknownMember UseKind = iota
	// FloatingCall is a call of the context whose promise nothing waits for.
	FloatingCall
	// ProcessEnv is a use of process.env.
	ProcessEnv
	// LiteralHeader is a header of an HTTP call whose value is in the source. Text is the value, and must not be printed.
	LiteralHeader
	// CrmProperty is a property that a call of ctx.crm names.
	CrmProperty
)

// Use is an expression in the user's source that rules check. It may never run.
type Use struct {
	Kind UseKind
	// Path are the names of the expression, without the context itself.
	Path []string
	Text string
	// Property is set for CrmProperty.
	Property *PropertyUse
	File     string
	At       Mark
}

// PropertyAccess is what a call does with a property.
type PropertyAccess uint8

const (
	// ReadsProperty reads, sorts by or compares the property.
	ReadsProperty PropertyAccess = iota
	// WritesProperty sets it.
	WritesProperty
	// IdentifiesByProperty names it as idProperty.
	IdentifiesByProperty
	// CreatesProperty adds it to the object type.
	CreatesProperty
)

// PropertyUse is a property that a call names.
type PropertyUse struct {
	Access PropertyAccess
	// ObjectTypes are those that the call can be about, as written.
	ObjectTypes []string
	Name        string
	// Values are those in the source that are written or compared with.
	Values []TextAt
}

// TextAt is a text in the source.
type TextAt struct {
	Text string
	At   Mark
}
