package edge

import (
	"reflect"
	"testing"
)

func TestNextMigrationsAppendsSteps(t *testing.T) {
	first := NextMigrations(nil, []string{"A", "B"})
	if want := []Migration{{Tag: "v1", New: []string{"A", "B"}}}; !reflect.DeepEqual(first, want) {
		t.Fatalf("first %+v", first)
	}
	if same := NextMigrations(first, []string{"B", "A"}); !reflect.DeepEqual(same, first) {
		t.Errorf("without changes, the history is %+v", same)
	}
	second := NextMigrations(first, []string{"B", "C"})
	if want := []Migration{first[0], {Tag: "v2", New: []string{"C"}, Deleted: []string{"A"}}}; !reflect.DeepEqual(
		second, want,
	) {
		t.Errorf("second %+v", second)
	}
	third := NextMigrations(second, []string{"A", "B", "C"})
	if want := append(second, Migration{Tag: "v3", New: []string{"A"}}); !reflect.DeepEqual(third, want) {
		t.Errorf("third %+v", third)
	}
}

func TestNextMigrationsUsesEachTagOnce(t *testing.T) {
	history := []Migration{{Tag: "v2", New: []string{"A"}}}
	if got := NextMigrations(history, []string{"A", "B"}); got[1].Tag != "v3" {
		t.Errorf("the tag of the second step is %q", got[1].Tag)
	}
}
