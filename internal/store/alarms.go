package store

import (
	"fmt"
	"sort"
	"strconv"
)

// SetAlarm sets the time at which the actor wakes up, in Unix milliseconds.
func (db *DB) SetAlarm(a Actor, at int64) error {
	value := strconv.FormatInt(at, 10)
	return db.write(alarmsTable, a.id(), &value)
}

// ClearAlarm removes the actor's alarm.
func (db *DB) ClearAlarm(a Actor) error {
	if _, found, err := db.engine.get(alarmsTable, a.id()); err != nil || !found {
		return err
	}
	return db.write(alarmsTable, a.id(), nil)
}

// Alarms returns all alarms, the earliest first.
func (db *DB) Alarms() ([]Alarm, error) {
	entries, err := db.engine.list(alarmsTable, Range{})
	if err != nil {
		return nil, err
	}
	alarms := make([]Alarm, 0, len(entries))
	for _, entry := range entries {
		at, err := parseAlarm(entry.Key, entry.Value)
		if err != nil {
			return nil, err
		}
		alarms = append(alarms, Alarm{Actor: actorOf(entry.Key), At: at})
	}
	sort.SliceStable(alarms, func(i, j int) bool { return alarms[i].At < alarms[j].At })
	return alarms, nil
}

func parseAlarm(actor, text string) (int64, error) {
	at, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("invalid alarm %q of actor %q: expected Unix milliseconds", text, actor)
	}
	return at, nil
}
