// Package account holds the data of one emulated CRM account: object types, properties, records and associations.
//
// It serves no requests; its sibling packages do. An Account is not safe for concurrent use: the emulated CRM
// serves one request at a time. Start at New and Table.
package account

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/appsvc/svc/internal/crmsim/api"
	"github.com/appsvc/svc/internal/platform"
)

// Options configures an account.
type Options struct {
	Clock api.Clock
	// PropertyPrefix begins the names of the vendor's own properties.
	PropertyPrefix string
	// AssociationCategory is the category of the vendor's own association types.
	AssociationCategory string
	// Types are the object types that the app adds to the standard ones.
	Types []ObjectType
	// Schema replaces the properties of standard types, and adds types and association types.
	Schema Schema
}

// Account is the data of one CRM account.
type Account struct {
	// OnChange is called after each change of a record; it may be nil.
	OnChange func(Change)

	options      Options
	types        []*ObjectType
	associations *associationTypes
	tables       map[*ObjectType]*Table
	lastID       int64
}

// New returns an account with the sample records.
func New(options Options) (*Account, error) {
	types, err := standardTypes(&options)
	if err != nil {
		return nil, err
	}
	types = options.Schema.apply(types, options.Types, options.PropertyPrefix)
	associations, err := readAssociationTypes(options.AssociationCategory)
	if err != nil {
		return nil, err
	}
	a := &Account{options: options, associations: associations, tables: map[*ObjectType]*Table{}}
	appTypes := slices.Clone(options.Types)
	for i := range appTypes {
		appTypes[i].fromApp = true
		types = append(types, &appTypes[i])
	}
	for _, kind := range types {
		if err := kind.complete(options.PropertyPrefix); err != nil {
			return nil, err
		}
		a.types = append(a.types, kind)
		a.tables[kind] = newTable(a, kind)
		if kind.fromApp {
			a.associations.addDefaults(kind, a.types)
		}
	}
	a.associations.addSchema(options.Schema.Associations, a.tableNamed)
	return a, a.addSamples()
}

// Table returns the records of the object type with a name. A name is any of those that the platform accepts in a
// path. The account lacks some object types of the platform.
func (a *Account) Table(name string) (*Table, *api.Error) {
	for _, kind := range a.types {
		names := append([]string{kind.Name, kind.Singular, kind.ID}, kind.Aliases...)
		if slices.ContainsFunc(names, func(n string) bool { return n != "" && strings.EqualFold(n, name) }) {
			return a.tables[kind], nil
		}
	}
	if standard, ok := platform.StandardObjectType(name); ok {
		return nil, api.NotEmulated("records of the type " + standard)
	}
	return nil, &api.Error{Status: http.StatusBadRequest, Message: "Unable to infer object type from: " + name}
}

// Types returns the object types: those of the CRM, of the portal and of the app.
func (a *Account) Types() []*ObjectType { return a.types }

// Named returns the records of the object type with a name of the platform, or with the one that the app declares.
func (a *Account) Named(name string) (*Table, *api.Error) {
	for _, kind := range a.types {
		if slices.ContainsFunc(kind.Declared, func(own string) bool { return strings.EqualFold(own, name) }) {
			return a.tables[kind], nil
		}
	}
	return a.Table(name)
}

// tableNamed is Named without the error.
func (a *Account) tableNamed(name string) *Table {
	table, _ := a.Named(name)
	return table
}

// VendorName is the vendor's name as it begins the names of JSON members, such as "crm" in "crmDefined".
func (a *Account) VendorName() string { return a.options.vendorName() }

func (a *Account) now() time.Time { return api.Now(a.options.Clock) }

func (a *Account) nextID() string {
	a.lastID++
	return strconv.FormatInt(a.lastID, 10)
}

func (a *Account) changed(change Change) {
	if a.OnChange != nil {
		a.OnChange(change)
	}
}
