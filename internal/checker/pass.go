package checker

import (
	"fmt"
	"sync"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/diag"
	"github.com/appsvc/svc/internal/typo"
)

// Pass is one run of one rule over one project.
type Pass struct {
	*declared.Project
	Rule   *Rule
	drafts []*Draft
	// dropped counts the findings after maxDrafts, droppedAt is the position of the first one.
	dropped   int
	droppedAt declared.Mark
	// shared are the results of Shared by key.
	shared *sync.Map
}

// Shared returns the result of collect for a project. Rules with the same key share it, so they must not change it.
func Shared[T any](p *Pass, key string, collect func() T) T {
	once, _ := p.shared.LoadOrStore(key, sync.OnceValue(collect))
	return once.(func() T)()
}

// Draft is a finding before its positions are resolved.
type Draft struct {
	at       declared.Mark
	severity diag.Severity
	message  string
	why      string
	hint     string
	related  []declared.RelatedMark
	changes  []change
	dropped  bool
}

// maxDrafts is how many findings of one rule are reported. An object may have 100,000 unknown members, and a thousand
// workers have a few findings each.
const maxDrafts = 10_000

// Reportf adds a finding at a mark. The message says what is wrong and quotes the value, without a full stop.
func (p *Pass) Reportf(at declared.Mark, format string, args ...any) *Draft {
	d := &Draft{
		at: at, severity: p.Rule.Severity, message: fmt.Sprintf(format, args...),
		why: p.Rule.Why, hint: p.Rule.Hint,
	}
	if len(p.drafts) < maxDrafts {
		p.drafts = append(p.drafts, d)
		return d
	}
	d.dropped = true
	if p.dropped++; p.dropped == 1 {
		p.droppedAt = at
	}
	return d
}

// countDropped reports how many findings are left out, at the first of them.
func (p *Pass) countDropped() {
	if p.dropped == 0 {
		return
	}
	p.drafts = append(p.drafts, &Draft{
		at: p.droppedAt, severity: p.Rule.Severity, why: p.Rule.Why,
		message: fmt.Sprintf("%d more findings of this rule are not shown", p.dropped),
		hint:    fmt.Sprintf("fix the first %d", maxDrafts),
	})
}

// Hintf replaces the rule's hint for this finding.
func (d *Draft) Hintf(format string, args ...any) *Draft {
	d.hint = fmt.Sprintf(format, args...)
	return d
}

// Suggest sets the hint `did you mean "x"?` if a known word is similar to the word, and a fix if the word is in a
// string at the position.
func (d *Draft) Suggest(word string, known []string) *Draft {
	if near, alone := d.near(word, known); near != "" {
		d.Hintf("did you mean %q?", near).Replace(word, near, fixOf(alone))
	}
	return d
}

// SuggestName is Suggest for the name of a member of an object.
func (d *Draft) SuggestName(word string, known []string, object *declared.Value) *Draft {
	if near, alone := d.near(word, known); near != "" {
		d.Hintf("did you mean %q?", near)
		if object.Get(near).At.IsZero() { // a second member of the name would replace the first
			d.Rename(word, near, fixOf(alone))
		}
	}
	return d
}

// SuggestIdentifier is Suggest for an identifier in code. Its fix is never safe: the declaration may be misspelled.
func (d *Draft) SuggestIdentifier(word string, known []string) *Draft {
	if near, _ := d.near(word, known); near != "" {
		d.Hintf("did you mean %q?", near).Rename(word, near, diag.Suggestion)
	}
	return d
}

// near is typo.Near. Nothing is near for a finding that is left out, since the search takes most of its time.
func (d *Draft) near(word string, known []string) (near string, alone bool) {
	if d.dropped {
		return "", false
	}
	return typo.Near(word, known)
}

// fixOf returns how sure a correction of a word is: alone means that no other word is as near.
func fixOf(alone bool) diag.Applicability {
	if alone {
		return diag.Safe
	}
	return diag.Suggestion
}

// Warn makes this finding a warning where the rule is otherwise an error, for example under another profile.
func (d *Draft) Warn() *Draft {
	d.severity = diag.Warning
	return d
}

// Related adds a second position that explains the finding.
func (d *Draft) Related(at declared.Mark, message string) *Draft {
	d.related = append(d.related, declared.RelatedMark{Message: message, At: at})
	return d
}
