package host

import (
	"encoding/json"
	"fmt"

	"github.com/appsvc/svc/internal/store"
)

// storeCall is the argument of the store functions; each uses the members that it needs.
type storeCall struct {
	Class, Name   string
	Key, Value    string
	Prefix, Start string
	Limit         int
	At            *float64
}

func (c storeCall) actor() store.Actor { return store.Actor{Class: c.Class, Name: c.Name} }

type storeWork func(*store.DB, storeCall) (string, error)

// storeFunctions returns the functions that state.js calls, over internal/store, by name.
func storeFunctions(a *appVM, w *alarms) map[string]func(string) (string, error) {
	reading := func(work storeWork) func(string) (string, error) {
		return storeFunction(func(fn func(*store.DB) error) error { return a.state.use(a.vm, fn) }, work)
	}
	writing := func(work storeWork) func(string) (string, error) {
		return storeFunction(func(fn func(*store.DB) error) error { return a.state.write(a.vm, fn) }, work)
	}
	return map[string]func(string) (string, error){
		"__svc_store_get": reading(func(db *store.DB, c storeCall) (string, error) {
			value, _, err := db.Get(c.actor(), c.Key)
			return value, err
		}),
		"__svc_store_put": writing(func(db *store.DB, c storeCall) (string, error) {
			return "", db.Put(c.actor(), c.Key, c.Value)
		}),
		"__svc_store_delete": writing(func(db *store.DB, c storeCall) (string, error) {
			found, err := db.Delete(c.actor(), c.Key)
			return fmt.Sprint(found), err
		}),
		"__svc_store_list": reading(listEntries),
		"__svc_store_alarm": writing(func(db *store.DB, c storeCall) (string, error) {
			return "", setAlarm(db, w, c)
		}),
		"__svc_store_transaction": func(op string) (string, error) {
			return "", a.state.use(a.vm, func(db *store.DB) error { return transaction(db, w, op) })
		},
	}
}

// storeFunction returns a host function that runs work with the store.
func storeFunction(access func(func(*store.DB) error) error, work storeWork) func(string) (string, error) {
	return func(text string) (answer string, err error) {
		var call storeCall
		if err := json.Unmarshal([]byte(text), &call); err != nil {
			return "", fmt.Errorf("the call of the store is not valid JSON: %w", err)
		}
		err = access(func(db *store.DB) (err error) {
			answer, err = work(db, call)
			return err
		})
		return answer, err
	}
}

func listEntries(db *store.DB, c storeCall) (string, error) {
	entries, err := db.List(c.actor(), store.Range{Prefix: c.Prefix, Start: c.Start, Limit: c.Limit})
	if err != nil {
		return "", err
	}
	pairs := make([][2]string, len(entries))
	for i, entry := range entries {
		pairs[i] = [2]string{entry.Key, entry.Value}
	}
	text, err := json.Marshal(pairs)
	return string(text), err
}

func setAlarm(db *store.DB, w *alarms, c storeCall) error {
	var at *int64
	if c.At != nil {
		whole := int64(*c.At)
		at = &whole
	}
	w.set(c.actor(), at)
	if at == nil {
		return db.ClearAlarm(c.actor())
	}
	return db.SetAlarm(c.actor(), *at)
}

// transaction begins or ends one. A rollback undoes alarms too.
func transaction(db *store.DB, w *alarms, op string) error {
	switch op {
	case "begin":
		db.Begin()
		w.begin()
		return nil
	case "commit":
		if err := db.Commit(); err != nil {
			return err
		}
		w.commit()
		return nil
	case "rollback":
		if err := db.Rollback(); err != nil {
			return err
		}
		all, err := db.Alarms()
		if err == nil {
			w.rollback(all)
		}
		return err
	}
	return fmt.Errorf("invalid transaction operation %q: expected begin, commit or rollback", op)
}
