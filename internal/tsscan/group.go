package tsscan

// GroupDepth returns how deep the groups of a regular expression nest. It counts brackets in classes, too.
func GroupDepth(pattern string) (deepest int) {
	depth := 0
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '(':
			depth++
			deepest = max(deepest, depth)
		case ')':
			depth--
		}
	}
	return deepest
}
