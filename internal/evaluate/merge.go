package evaluate

import (
	"slices"

	"github.com/appsvc/svc/internal/declared"
	"github.com/appsvc/svc/internal/evaluate/facts"
)

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
	// all are the calls of all shards, and at their places in all, by file, in the order within.
	all []facts.Call
	at  map[string][]int
	// read are the files whose uses an earlier shard recorded.
	read map[string]bool
}

func newMerger() *merger {
	return &merger{
		first: map[copyKey]*declared.Declaration{}, kept: map[*declared.Declaration]*declared.Declaration{},
		at: map[string][]int{}, read: map[string]bool{},
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

// calls adds the calls of a shard. Two shards may have a helper function in common, and different callers of it.
func (m *merger) calls(found []facts.Call) {
	count := map[string]int{}
	m.all = slices.Grow(m.all, len(found))
	for _, call := range found {
		file := call.File
		nth := count[file]
		count[file]++
		if nth == len(m.at[file]) {
			m.at[file] = append(m.at[file], len(m.all))
			m.all = append(m.all, call)
			continue
		}
		i := m.at[file][nth]
		for _, args := range call.ArgLists {
			have := func(other []declared.Literal) bool { return slices.EqualFunc(other, args, same) }
			if !slices.ContainsFunc(m.all[i].ArgLists, have) {
				m.all[i].ArgLists = append(m.all[i].ArgLists, args)
			}
		}
	}
}

// uses returns the uses of a shard in files that no earlier shard has.
func (m *merger) uses(found []declared.Use) []declared.Use {
	out := slices.DeleteFunc(found, func(u declared.Use) bool { return m.read[u.File] })
	for _, use := range out {
		m.read[use.File] = true
	}
	return out
}

func same(a, b declared.Literal) bool {
	return a.Known == b.Known && a.Text == b.Text && a.Head == b.Head && slices.Equal(a.List, b.List)
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
		for i := range d.Registrations {
			m.stay(&d.Registrations[i].Capability)
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
