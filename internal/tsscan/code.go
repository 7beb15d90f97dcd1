package tsscan

// Code returns the texts of the tokens of a source, without space and comments.
func Code(source string) (tokens []string) {
	scanner := New(source)
	for token, more := scanner.Next(); more; token, more = scanner.Next() {
		if token.Kind != Space && token.Kind != Comment {
			tokens = append(tokens, source[token.Start:token.End])
		}
	}
	return tokens
}
