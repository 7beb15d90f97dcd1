package edgefake

// migrations are the migrations of an upload: steps that create or delete classes of Durable Objects.
type migrations struct {
	OldTag string          `json:"old_tag"`
	NewTag string          `json:"new_tag"`
	Steps  []migrationStep `json:"steps"`
}

type migrationStep struct {
	NewSQLiteClasses []string `json:"new_sqlite_classes"`
	NewClasses       []string `json:"new_classes"`
	DeletedClasses   []string `json:"deleted_classes"`
}

// migrate applies migrations to the classes of a script.
func (s *script) migrate(m *migrations) error {
	if m == nil {
		return nil
	}
	switch {
	case m.NewTag == "":
		return invalid(10021, "migrations have no new_tag")
	case m.OldTag != s.migrationTag:
		return invalid(10079, "Migration tag precondition failed; current tag is '%s'", s.migrationTag)
	case m.NewTag == m.OldTag || len(m.Steps) == 0:
		return invalid(10021, "migrations from tag %q to %q have no step", m.OldTag, m.NewTag)
	}
	for _, step := range m.Steps {
		if len(step.NewClasses) > 0 {
			return invalid(10021, "cannot create classes without SQLite: use new_sqlite_classes")
		}
		for _, class := range step.NewSQLiteClasses {
			if s.classes[class] {
				return invalid(
					10074, "Cannot apply new-class migration to class '%s' that is already depended on by existing Durable Objects",
					class,
				)
			}
			s.classes[class] = true
		}
		for _, class := range step.DeletedClasses {
			if !s.classes[class] {
				return invalid(10073, "Cannot apply --delete-class migration to non-existent class '%s'", class)
			}
			delete(s.classes, class)
		}
	}
	s.migrationTag = m.NewTag
	return nil
}
