// This file holds alarms: one time an actor, kept in a table of their own.

package store

import (
	"fmt"
	"sort"
	"strconv"
)

// SetAlarm sets the time, in Unix milliseconds, at which the actor wants to be woken.
func (db *DB) SetAlarm(a Actor, at int64) error {
	value := strconv.FormatInt(at, 10)
	return db.write(alarmsTable, a.id(), &value)
}

// ClearAlarm forgets the actor's alarm.
func (db *DB) ClearAlarm(a Actor) error {
	if _, found, err := db.engine.get(alarmsTable, a.id()); err != nil || !found {
		return err
	}
	return db.write(alarmsTable, a.id(), nil)
}

// Alarm is the actor's alarm, if it has one.
func (db *DB) Alarm(a Actor) (at int64, found bool, err error) {
	text, found, err := db.engine.get(alarmsTable, a.id())
	if err != nil || !found {
		return 0, false, err
	}
	at, err = parseAlarm(a.id(), text)
	return at, err == nil, err
}

// Alarms are all alarms, the earliest first.
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
		return 0, fmt.Errorf("the alarm of actor %q is %q, which is no time", actor, text)
	}
	return at, nil
}
