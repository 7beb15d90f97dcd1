package crash

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// wholeOutcome is the result of an uninterrupted run.
func wholeOutcome() outcome {
	records, quarantined := expected()
	o := outcome{left: left{
		Records: map[string][]string{}, Quarantined: map[string][]string{}, Cursor: "750", Status: "succeeded_with_poison",
	}, calls: 12}
	for key, first := range records {
		o.Records[key] = []string{first}
	}
	for key := range quarantined {
		o.Quarantined[key] = []string{"invalid"}
	}
	return o
}

func TestTallyAcceptsARunWithTheSameResult(t *testing.T) {
	var tally Tally
	got := wholeOutcome()
	got.calls, got.again = 13, 98
	tally.count(crashPoint{"commit", 1, whenBefore}, got, wholeOutcome())
	if want := "1 crash points, at most 1 repeated chunks, 0 lost, 0 duplicates"; tally.Line() != want || !tally.OK() {
		t.Errorf("%s %q, want %s", tally.Line(), tally.Faults, want)
	}
}

func TestTallyCountsAndReportsFaults(t *testing.T) {
	someRecord := func(o outcome) string { return slices.Sorted(maps.Keys(o.Records))[0] }
	someRow := func(o outcome) string { return slices.Sorted(maps.Keys(o.Quarantined))[0] }
	for name, c := range map[string]struct {
		change func(*outcome)
		line   string
	}{
		"a missing record": {
			func(o *outcome) { delete(o.Records, someRecord(*o)) }, "at most 0 repeated chunks, 1 lost, 0 duplicates",
		},
		"a record with another value": {
			func(o *outcome) { o.Records[someRecord(*o)] = []string{"other"} },
			"at most 0 repeated chunks, 1 lost, 0 duplicates",
		},
		"a duplicate record": {
			func(o *outcome) { k := someRecord(*o); o.Records[k] = append(o.Records[k], o.Records[k]...) },
			"at most 0 repeated chunks, 0 lost, 1 duplicates",
		},
		"a missing quarantined row": {
			func(o *outcome) { delete(o.Quarantined, someRow(*o)) }, "at most 0 repeated chunks, 1 lost, 0 duplicates",
		},
		"a row that is quarantined twice": {
			func(o *outcome) { k := someRow(*o); o.Quarantined[k] = append(o.Quarantined[k], "again") },
			"at most 0 repeated chunks, 0 lost, 1 duplicates",
		},
		"an unexpected record": {
			func(o *outcome) { o.Records["stranger"] = []string{"x"} }, "at most 0 repeated chunks, 0 lost, 0 duplicates",
		},
		"another cursor": {
			func(o *outcome) { o.Cursor = "500" }, "at most 0 repeated chunks, 0 lost, 0 duplicates",
		},
		"a page that remains": {
			func(o *outcome) { o.Open = []string{"page"} }, "at most 0 repeated chunks, 0 lost, 0 duplicates",
		},
		"two chunks more":          {func(o *outcome) { o.calls = 14 }, "at most 2 repeated chunks, 0 lost, 0 duplicates"},
		"more rows than one chunk": {func(o *outcome) { o.again = 101 }, "at most 2 repeated chunks, 0 lost, 0 duplicates"},
	} {
		var tally Tally
		got := wholeOutcome()
		c.change(&got)
		tally.count(crashPoint{"commit", 3, whenAfter}, got, wholeOutcome())
		if tally.OK() || !strings.HasSuffix(tally.Line(), c.line) || len(tally.Faults) != 1 || !strings.Contains(
			tally.Faults[0], "crash after commit 3",
		) {
			t.Errorf("%s: %s, %q", name, tally.Line(), tally.Faults)
		}
	}
}

func TestTallyWithoutPointsFails(t *testing.T) {
	if (&Tally{}).OK() {
		t.Error("a tally without points is OK")
	}
}

func TestInAllReportsAPointThatTheRunDoesNotPass(t *testing.T) {
	tally, err := inAll([]crashPoint{{"commit", 1, whenBefore}}, Shard{0, 1}, 1, wholeOutcome(), func(
		int, crashPoint,
	) (ran, error) {
		return ran{outcome: wholeOutcome()}, nil
	})
	if err != nil || tally.OK() || tally.Points != 0 || len(tally.Faults) != 1 {
		t.Errorf("%+v, %v", tally, err)
	}
}

func TestShardsCoverEveryPointOnce(t *testing.T) {
	seen := map[int]int{}
	for i := range 3 {
		s, err := ParseShard(string(rune('0'+i)) + "/3")
		if err != nil {
			t.Fatal(err)
		}
		for index := range 20 {
			if s.has(index) {
				seen[index]++
			}
		}
	}
	for index := range 20 {
		if seen[index] != 1 {
			t.Errorf("the point %d is in %d shards", index, seen[index])
		}
	}
	for _, text := range []string{"3/3", "-1/3", "1", "x/2", "0/0"} {
		if s, err := ParseShard(text); err == nil {
			t.Errorf("%q is the shard %+v", text, s)
		}
	}
}

func TestLedgerHasRowsOfEachKind(t *testing.T) {
	records, quarantined := expected()
	if len(records) < 900 || len(quarantined) < 20 || len(records)+len(quarantined) >= ledgerRows {
		t.Errorf(
			"%d records and %d invalid rows of %d: want some duplicates", len(records), len(quarantined), ledgerRows,
		)
	}
}
