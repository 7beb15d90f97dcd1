package main

import (
	"errors"
	"testing"
)

func TestAMissedGoalFailsTheBench(t *testing.T) {
	met := []goal{{"time", 60, 60, "ms", false}, {"rate", 10, 10, "times as fast", true}}
	if err := printGoals(met); err != nil {
		t.Error(err)
	}
	for _, missed := range []goal{{"time", 60.1, 60, "ms", false}, {"rate", 9.9, 10, "times as fast", true}} {
		if err := printGoals(append(met, missed)); !errors.Is(err, errMissed) {
			t.Errorf("%+v: got %v", missed, err)
		}
	}
}
