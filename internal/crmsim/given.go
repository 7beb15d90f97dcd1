package crmsim

import (
	"errors"
	"maps"
	"slices"
)

// Export returns the live records of an account by object type.
func (s *Sim) Export(portalID int64) map[string][]Given {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, failed := s.openPortal(portalID)
	if failed != nil {
		return nil
	}
	return p.account.Export()
}

// Replace replaces the records of the given object types in an account, without webhooks. Errors about the records are
// *GivenError.
func (s *Sim) Replace(portalID int64, records map[string][]Given) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, failed := s.openPortal(portalID)
	if failed != nil {
		return errors.New(failed.Message)
	}
	return p.account.Replace(records)
}

// Import is Replace for an export: it leaves out types and properties that the account does not have, such as
// properties that the app had added.
func (s *Sim) Import(portalID int64, records map[string][]Given) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, failed := s.openPortal(portalID)
	if failed != nil {
		return errors.New(failed.Message)
	}
	return p.account.Replace(p.account.Known(records))
}

// OpenPortals returns the ids of the accounts that are open, the main one first.
func (s *Sim) OpenPortals() []int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]int64{s.options.PortalID}, slices.Sorted(maps.Keys(s.portals))...)
}

// TypeName returns the name of the object type that a path names; "" for none.
func (s *Sim) TypeName(word string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	table, unknown := s.main.account.Table(word)
	if unknown != nil {
		return ""
	}
	return table.Type.Name
}

// FindIn is Find for the account with an id.
func (s *Sim) FindIn(portalID int64, objectType, id string) (Record, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, failed := s.openPortal(portalID)
	if failed != nil {
		return Record{}, errors.New(failed.Message)
	}
	return find(p, objectType, id)
}
