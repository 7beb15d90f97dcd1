package syntax

// IsBodyMethod reports whether a method reads the body of a Response.
func IsBodyMethod(name string) bool {
	switch name {
	case "json", "text", "arrayBuffer", "blob", "formData":
		return true
	}
	return false
}
