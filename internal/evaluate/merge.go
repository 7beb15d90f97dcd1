// This file makes one evaluation of several shards'. A module that two shards import is evaluated
// in both; of what it declares, the first copy stays and takes the place of the others.

package evaluate

import "github.com/appsvc/svc/internal/declared"

// copyKey names a declaration by the module that was being initialised when it was made, and by the
// order within it: every shard initialises a module in the same way.
type copyKey struct {
	module string
	nth    int
}

type merger struct {
	first map[copyKey]*declared.Declaration
	// kept maps a dropped copy to the one that stays.
	kept map[*declared.Declaration]*declared.Declaration
	// read are the files whose calls were noted by an earlier shard.
	read map[string]bool
}

func newMerger() *merger {
	return &merger{
		first: map[copyKey]*declared.Declaration{}, kept: map[*declared.Declaration]*declared.Declaration{},
		read: map[string]bool{},
	}
}

// declarations are those of a shard that no earlier one has.
func (m *merger) declarations(recordings []*recording) []*declared.Declaration {
	out := make([]*declared.Declaration, 0, len(recordings))
	count := map[string]int{}
	for _, rec := range recordings {
		if module := rec.call.module; module != "" {
			key := copyKey{module, count[module]}
			count[module]++
			if first := m.first[key]; first != nil {
				m.kept[rec.declaration] = first
				continue
			}
			m.first[key] = rec.declaration
		}
		out = append(out, rec.declaration)
	}
	return out
}

// calls are those of a shard in files that no earlier one has.
func (m *merger) calls(found []declared.Call) []declared.Call {
	out := make([]declared.Call, 0, len(found))
	mine := map[string]bool{}
	for _, call := range found {
		if m.read[call.File] {
			continue
		}
		mine[call.File] = true
		out = append(out, call)
	}
	for file := range mine {
		m.read[file] = true
	}
	return out
}

// relink makes every reference to a dropped copy one to the copy that stays.
func (m *merger) relink(e *Result) {
	if len(m.kept) == 0 {
		return
	}
	for i := range e.Modules {
		m.stay(&e.Modules[i].Default)
	}
	for _, d := range e.Declarations {
		m.stay(&d.Source)
		m.stay(&d.Worker)
		for i := range d.Capabilities {
			m.stay(&d.Capabilities[i])
		}
		for _, arg := range d.Args {
			m.value(arg)
		}
	}
}

func (m *merger) stay(d **declared.Declaration) {
	if first := m.kept[*d]; first != nil {
		*d = first
	}
}

func (m *merger) value(v *declared.Value) {
	m.stay(&v.Ref)
	for _, item := range v.Items {
		m.value(item)
	}
	for i := range v.Members {
		m.value(v.Members[i].Value)
	}
}
