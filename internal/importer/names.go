package importer

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/templates"
)

// imported are names that the written modules import or declare, which no declaration can have.
var imported = []string{
	"appEvent", "appObject", "appObjectAssociation", "card", "cardBackend", "defineApp", "defineWorker", "failStop",
	"mcpServer", "tool", "trigger", "worker",
}

// names assigns the ids and identifiers of declarations. Each is unique.
type names struct{ ids, words map[string]bool }

func newNames() *names {
	n := &names{ids: map[string]bool{}, words: map[string]bool{}}
	for _, word := range imported {
		n.words[word] = true
	}
	return n
}

// named is a declaration's id with the identifier of its const.
type named struct{ id, word string }

// id returns an id for a text, unique among the declarations of a kind.
func (n *names) id(kind, text string) string {
	base := cmp.Or(templates.Named(text).Kebab, kind)
	id := base
	for i := 2; n.ids[kind+" "+id]; i++ {
		id = base + "-" + strconv.Itoa(i)
	}
	n.ids[kind+" "+id] = true
	return id
}

// of returns the names for a text. kind completes a reserved word.
func (n *names) of(kind, text string) named {
	id := n.id(kind, text)
	word := templates.Named(id).Camel
	if templates.IsReserved(word) || n.words[word] || word[0] >= '0' && word[0] <= '9' {
		word = kind + strings.ToUpper(word[:1]) + word[1:]
	}
	base := word
	for i := 2; n.words[word]; i++ {
		word = base + strconv.Itoa(i)
	}
	n.words[word] = true
	return named{id, word}
}
