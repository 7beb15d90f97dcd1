package evaluate

import "github.com/appsvc/svc/internal/declared"

// copyKey identifies a declaration by the module that made it and the order within: every shard initializes a module in
// the same way.
type copyKey struct {
	module string
	nth    int
}

// merger joins the results of shards. Several shards may evaluate one module. The first copy of its declarations
// replaces the others.
type merger struct {
	first map[copyKey]*declared.Declaration
	// kept maps a dropped copy to the first one.
	kept map[*declared.Declaration]*declared.Declaration
	// read are the files whose calls an earlier shard recorded.
	read map[string]bool
}

func newMerger() *merger {
	return &merger{
		first: map[copyKey]*declared.Declaration{}, kept: map[*declared.Declaration]*declared.Declaration{},
		read: map[string]bool{},
	}
}

// declarations returns the declarations of a shard that no earlier shard has.
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

// calls returns the calls of a shard in files that no earlier shard has.
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

// relink replaces every reference to a dropped copy.
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
