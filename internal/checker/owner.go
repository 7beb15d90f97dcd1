package checker

import (
	"fmt"
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
	byMark  map[declared.Mark][]owned
	left    int
}

// of returns the declaration that has its call or a value at a mark, nil if there is none. A helper function declares
// many with one mark: the message of the finding tells them apart, since it quotes an id, or else the invalid value.
func (o *owners) of(at declared.Mark, message string) *declared.Declaration {
	if o.byMark == nil {
		o.byMark, o.left = map[declared.Mark][]owned{}, maxOwned
		for _, d := range o.project.Declarations {
			o.put(d.At, owned{by: d})
			for _, arg := range d.Args {
				o.add(d, arg)
			}
		}
	}
	all := o.byMark[at]
	if len(all) == 0 {
		return nil
	}
	for _, one := range all {
		if one.by.ID != "" && strings.Contains(message, strconv.Quote(one.by.ID)) {
			return one.by
		}
	}
	for _, one := range all {
		if one.value.IsString() && strings.Contains(message, strconv.Quote(one.value.Text)) {
			return one.by
		}
	}
	return all[0].by
}

func (o *owners) put(at declared.Mark, one owned) {
	if o.left--; o.left > 0 && !at.IsZero() {
		o.byMark[at] = append(o.byMark[at], one)
	}
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
		message := clip(fmt.Sprintf(format, d.Call, d.ID))
		related = append(related, diag.Related{Message: message, Span: locate(project, at)})
	}
	if at.Shard != d.At.Shard || at.Offset < d.At.Offset || at.Offset > max(d.End.Offset, d.At.Offset) {
		add("declared by this call of %s %q", d.At)
	}
	if !d.Via.IsZero() {
		add("this call leads to %s %q", d.Via)
	}
	return related
}
