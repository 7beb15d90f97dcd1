package edge

import (
	"slices"
	"strconv"
)

// NextMigrations returns the history of Durable Object classes, with one more step if it does not end with the given
// classes. Steps are only appended: the platform stores the last tag and runs the steps after it.
func NextMigrations(history []Migration, classes []string) []Migration {
	var live []string
	for _, step := range history {
		live = append(live, step.New...)
		live = slices.DeleteFunc(live, func(class string) bool { return slices.Contains(step.Deleted, class) })
	}
	without := func(all, excluded []string) (rest []string) {
		for _, class := range all {
			if !slices.Contains(excluded, class) {
				rest = append(rest, class)
			}
		}
		return rest
	}
	step := Migration{New: without(classes, live), Deleted: without(live, classes)}
	if len(step.New) == 0 && len(step.Deleted) == 0 {
		return history
	}
	used := map[string]bool{}
	for _, earlier := range history {
		used[earlier.Tag] = true
	}
	for n := len(history) + 1; step.Tag == ""; n++ {
		if tag := "v" + strconv.Itoa(n); !used[tag] {
			step.Tag = tag
		}
	}
	return append(slices.Clone(history), step)
}
