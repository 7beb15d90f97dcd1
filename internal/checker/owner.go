package checker

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
)

// maxOwned bounds the values whose declarations are looked up.
const maxOwned = 1_000_000

// owned is a value of a declaration. It is nil for the call itself.
type owned struct {
	by    *declared.Declaration
	value *declared.Value
}

// owners finds the declaration that a finding is about, by its position.
type owners struct {
	project *declared.Project
	byMark  map[declared.Mark]*marked
	left    int
}

// marked are the values at one mark, in order.
type marked struct {
	all []owned
	// byID and byText are the first one of a declaration with an id, and with a text, as an index of all. They are made
	// when they are first needed.
	byID, byText map[string]int
}

// of returns the declaration that has its call or a value at a mark, nil if there is none. A helper function declares
// many with one mark: the message of the finding tells them apart, since it quotes an id, or else the invalid value.
func (o *owners) of(at declared.Mark, message string) *declared.Declaration {
	if o.byMark == nil {
		o.byMark, o.left = map[declared.Mark]*marked{}, maxOwned
		for _, d := range o.project.Declarations {
			o.put(d.At, owned{by: d})
			for _, arg := range d.Args {
				o.add(d, arg)
			}
		}
	}
	one := o.byMark[at]
	switch {
	case one == nil:
		return nil
	case len(one.all) == 1:
		return one.all[0].by
	}
	one.index()
	quoted := quotedIn(diag.Clip(message))
	which, found := first(one.byID, quoted)
	if !found {
		which, _ = first(one.byText, quoted) // else the first of all
	}
	return one.all[which].by
}

// index makes the tables. A loop may declare thousands at one mark, with a finding each.
func (m *marked) index() {
	if m.byID != nil {
		return
	}
	m.byID, m.byText = map[string]int{}, map[string]int{}
	for i, one := range slices.Backward(m.all) { // so that the first one remains
		if one.by.ID != "" {
			m.byID[one.by.ID] = i
		}
		if one.value.IsString() {
			m.byText[one.value.Text] = i
		}
	}
}

// first returns the least index of the texts.
func first(index map[string]int, texts []string) (least int, found bool) {
	for _, text := range texts {
		if at, known := index[text]; known && (!found || at < least) {
			least, found = at, true
		}
	}
	return least, found
}

// quotedIn returns the quoted texts in a message.
func quotedIn(message string) (texts []string) {
	for {
		start := strings.IndexByte(message, '"')
		if start < 0 {
			return texts
		}
		message = message[start:]
		if quoted, err := strconv.QuotedPrefix(message); err == nil {
			text, _ := strconv.Unquote(quoted)
			texts = append(texts, text)
		}
		message = message[1:]
	}
}

func (o *owners) put(at declared.Mark, one owned) {
	if o.left--; o.left <= 0 || at.IsZero() {
		return
	}
	if o.byMark[at] == nil {
		o.byMark[at] = &marked{}
	}
	o.byMark[at].all = append(o.byMark[at].all, one)
}

func (o *owners) add(d *declared.Declaration, v *declared.Value) {
	if v == nil || o.left <= 0 {
		return
	}
	o.put(v.At, owned{d, v})
	for _, item := range v.Items {
		o.add(d, item)
	}
	for i := range v.Members {
		o.add(d, v.Members[i].Value)
	}
}

// calls returns the calls that lead to a finding about a declaration and are elsewhere: the one that declares, and that
// of the helper function around it.
func calls(project *declared.Project, d *declared.Declaration, at declared.Mark) (related []diag.Related) {
	if d == nil || d.At.IsZero() {
		return nil
	}
	add := func(format string, at declared.Mark) {
		message := diag.Clip(fmt.Sprintf(format, d.Call, d.ID))
		related = append(related, diag.Related{Message: message, Span: locate(project, at)})
	}
	if at.Shard != d.At.Shard || at.Offset < d.At.Offset || at.Offset > max(d.End.Offset, d.At.Offset) {
		add("declared by this call to %s %q", d.At)
	}
	if !d.Via.IsZero() {
		add("this call leads to %s %q", d.Via)
	}
	return related
}
