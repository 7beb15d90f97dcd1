package store

import (
	"bytes"
	"fmt"
	"os"
	"sync"
	"testing"

	"github.com/appsvc/svc/internal/projectfs"
)

func taken(t *testing.T, dir projectfs.Folder) (ids, lines []string, all []Spooled) {
	t.Helper()
	all, err := TakeSpool(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		ids = append(ids, s.ID)
		for _, line := range s.Lines {
			lines = append(lines, string(line))
		}
	}
	return ids, lines, all
}

func TestSpoolReturnsLinesUntilDone(t *testing.T) {
	dir := stateFolder(t)
	var wait sync.WaitGroup
	for i := range 40 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			if err := AppendSpool(dir, []byte(fmt.Sprintf("line %d", i))); err != nil {
				t.Error(err)
			}
		}()
	}
	wait.Wait()
	ids, lines, _ := taken(t, dir)
	again, same, all := taken(t, dir)
	if len(lines) != 40 || fmt.Sprint(ids, lines) != fmt.Sprint(again, same) {
		t.Fatalf("took %v %v, then %v %v", ids, lines, again, same)
	}
	for _, s := range all {
		if err := s.Done(); err != nil {
			t.Fatal(err)
		}
	}
	if ids, _, _ := taken(t, dir); len(ids) != 0 {
		t.Fatalf("left over: %v", ids)
	}
	left, err := dir.ReadDir()
	if err != nil || len(left) != 1 || left[0].Name() != ".gitignore" {
		t.Fatalf("the folder holds %v, %v", left, err)
	}
}

func TestFullSpoolKeepsTheNewestLines(t *testing.T) {
	dir := stateFolder(t)
	line := bytes.Repeat([]byte("x"), maxSpool/4)
	for i := range 20 {
		if err := AppendSpool(dir, append([]byte(fmt.Sprint(i, " ")), line...)); err != nil {
			t.Fatal(err)
		}
	}
	_, lines, _ := taken(t, dir)
	if len(lines) > 9 || len(lines) < 4 {
		t.Fatalf("%d lines are kept", len(lines))
	}
	found := false
	for _, kept := range lines {
		found = found || kept[:3] == "19 "
	}
	if !found {
		t.Error("the newest line is lost")
	}
}

func TestSpoolOmitsATruncatedLine(t *testing.T) {
	dir := stateFolder(t)
	must(t, os.MkdirAll(dir.Path(), 0o700))
	if err := os.WriteFile(dir.File(spoolName), []byte("whole\nhal"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, lines, _ := taken(t, dir); len(lines) != 1 || lines[0] != "whole" {
		t.Errorf("took %q", lines)
	}
}
