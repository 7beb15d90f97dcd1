package tsedit

import "github.com/appsvc/svc/internal/tsscan"

// RemoveString removes a string from the array of strings that is the value of the member at an offset. index counts
// the elements from 0. It returns no edit if the list has other elements, or a comment that may be about the string.
func RemoveString(text string, at, index int, item string) []Edit {
	c := readerAt(text, at)
	l, ok := c.list()
	if !ok || !c.ends(c.next()) {
		return nil
	}
	items := l.strings(c)
	if index >= len(items) {
		return nil
	}
	token := items[index]
	if written := c.textOf(token); written[1:len(written)-1] != item {
		return nil
	}
	edit := Edit{Start: token.Start, End: token.End}
	around := Edit{Start: l.open + 1, End: l.end}
	if index > 0 {
		edit.Start = items[index-1].End
		around.Start = edit.Start
	}
	if index+1 < len(items) {
		around.End = items[index+1].Start
	}
	switch {
	case index == 0 && len(items) > 1:
		edit.End = around.End
	case len(items) == 1:
		edit = around
	}
	if hasComment(text[around.Start:around.End]) {
		return nil
	}
	return []Edit{edit}
}

// strings returns the elements of a list of strings with commas between them. It returns nil for another list.
func (l *items) strings(c *reader) (found []tsscan.Token) {
	for i, token := range l.tokens {
		isString := token.Kind == tsscan.String && c.isWhole(token)
		if isString != (i%2 == 0) || !isString && c.textOf(token) != "," {
			return nil
		}
		if isString {
			found = append(found, token)
		}
	}
	return found
}

// hasComment reports whether code has a comment.
func hasComment(code string) bool {
	scanner := tsscan.New(code)
	for {
		token, more := scanner.Next()
		if !more || token.Kind == tsscan.Comment {
			return more
		}
	}
}
