package bundle

import (
	"bytes"
	"slices"
)

// isNamedIn reports whether the code of a worker has one of the extension's words. Minified code keeps the names of
// members, so the code does not use a word that it does not contain.
func (p *RuntimePart) isNamedIn(code []byte) bool {
	return slices.ContainsFunc(append(p.Words, p.Global()), func(word string) bool {
		return containsWord(code, []byte(word), p.Members)
	})
}

// containsWord reports whether the code contains an identifier, and if there are members, in a place where one of them
// may be read from it.
func containsWord(code, word []byte, members []string) bool {
	for start := 0; ; {
		at := bytes.Index(code[start:], word)
		if at < 0 {
			return false
		}
		at += start
		end := at + len(word)
		if (at == 0 || endsWord(code[at-1])) && (end == len(code) || endsWord(code[end])) &&
			(len(members) == 0 || readsMember(code[:at], code[end:], members)) {
			return true
		}
		start = at + 1
	}
}

// endsWord reports whether an ASCII character next to a word is outside of it. It is neither in an identifier nor in a
// path such as /crm/v4/associations, which the vendor profile of every worker has.
func endsWord(c byte) bool { return !inIdentifier(c) && c != '/' }

func inIdentifier(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// readsMember reports whether one of the members may be read from the word between the two texts. Records, and the
// input of most calls, have the keys "properties" and "associations", too. So these two forms are data:
//
//	record.properties.amount          a member with another name
//	{ properties: ['amount'] }        a key with a list, or an object that does not begin with a member
//
// Everything else counts, such as a pattern: const { properties: { list } } = ctx.crm.
func readsMember(before, after []byte, members []string) bool {
	after = skipSpace(after)
	if member, ok := bytes.CutPrefix(after, []byte("?.")); ok {
		return mayBe(member, members)
	}
	if member, ok := bytes.CutPrefix(after, []byte(".")); ok {
		return mayBe(member, members)
	}
	value, isKey := bytes.CutPrefix(after, []byte(":"))
	if !isKey || !bytes.HasSuffix(bytes.TrimRight(before, space), []byte("{")) &&
		!bytes.HasSuffix(bytes.TrimRight(before, space), []byte(",")) {
		return true
	}
	value = skipSpace(value)
	if object, ok := bytes.CutPrefix(value, []byte("{")); ok {
		object = skipSpace(object)
		return !bytes.HasPrefix(object, []byte("}")) && mayBe(object, members)
	}
	return !bytes.HasPrefix(value, []byte("["))
}

// mayBe reports whether the text begins with one of the names, or with no name at all, such as a computed one.
func mayBe(text []byte, names []string) bool {
	text = skipSpace(text)
	end := 0
	for end < len(text) && inIdentifier(text[end]) {
		end++
	}
	return end == 0 || slices.Contains(names, string(text[:end]))
}

// space is the white space in code that esbuild prints.
const space = " \t\n"

func skipSpace(text []byte) []byte { return bytes.TrimLeft(text, space) }
