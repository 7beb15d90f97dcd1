package account

import "slices"

// primaryLabel is the label of a record's main association with an object type.
const primaryLabel = "Primary"

// Link is one association of a record.
type Link struct {
	Type *AssociationType
	To   *Record
}

// Connect adds an association in both directions. It also adds the default type between the two object types.
func (a *Account) Connect(from *Record, l Link) {
	back := a.associations.inverse(l.Type)
	if l.Type.Exclusive {
		a.release(from, l.Type, l.To)
	}
	if back.Exclusive {
		a.release(l.To, back, from)
	}
	a.join(from, l.Type, l.To)
	if plain := a.associations.byDefault(l.Type.From, l.Type.To); plain != nil {
		a.join(from, plain, l.To)
	}
}

// release removes the former association of an exclusive type.
func (a *Account) release(from *Record, t *AssociationType, except *Record) {
	for _, l := range slices.Clone(from.Links) {
		if l.Type == t && l.To != except {
			a.Disconnect(from, l.To, t)
		}
	}
}

func (a *Account) join(from *Record, t *AssociationType, to *Record) {
	there, back := Link{t, to}, Link{a.associations.inverse(t), from}
	if slices.Contains(from.Links, there) {
		return
	}
	from.Links = append(from.Links, there)
	a.linkChanged(from, there, false)
	if !slices.Contains(to.Links, back) {
		to.Links = append(to.Links, back)
		a.linkChanged(to, back, false)
	}
}

// Relabel removes the account's labels between two records that are not among the types, if one of these is a label of
// the account.
func (a *Account) Relabel(from, to *Record, types []*AssociationType) {
	isLabel := func(t *AssociationType) bool { return t.Category == UserCategory }
	if !slices.ContainsFunc(types, isLabel) {
		return
	}
	for _, l := range slices.Clone(from.Links) {
		if l.To == to && isLabel(l.Type) && !slices.Contains(types, l.Type) {
			a.Disconnect(from, to, l.Type)
		}
	}
}

// Disconnect removes the associations of one type between two records, in both directions. The default type, which
// the others need, removes all of them, and so does nil.
func (a *Account) Disconnect(from, to *Record, t *AssociationType) {
	var back *AssociationType
	switch {
	case t == nil:
	case t == a.associations.byDefault(t.From, t.To):
		t = nil
	default:
		back = a.associations.inverse(t)
	}
	drop := func(of *Record, t *AssociationType, end *Record) {
		of.Links = slices.DeleteFunc(of.Links, func(l Link) bool {
			ends := l.To == end && (t == nil || l.Type == t)
			if ends {
				a.linkChanged(of, l, true)
			}
			return ends
		})
	}
	drop(from, t, to)
	drop(to, back, from)
}

// linkChanged reports one direction of an association. Labels other than the primary one are not reported.
func (a *Account) linkChanged(from *Record, l Link, removed bool) {
	primary := l.Type.Label == primaryLabel
	if l.Type.Label != "" && !primary {
		return
	}
	of, to := a.tableNamed(l.Type.From).Type, a.tableNamed(l.Type.To).Type
	a.changed(Change{
		Kind: AssociationChange, Type: of, Record: from,
		AssociationType: of.EnrolledName() + "_TO_" + to.EnrolledName(),
		FromObjectID:    from.Number(), ToObjectID: l.To.Number(),
		AssociationRemoved: &removed, IsPrimaryAssociation: &primary,
	})
}
