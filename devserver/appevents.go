// This file makes the app's own events known to the emulated CRM.

package devserver

import (
	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
)

// appEventTypes are the events that the app declares; what is malformed in them is left out.
func appEventTypes(app *declared.Declaration) []crmsim.EventType {
	if app == nil {
		return nil
	}
	var types []crmsim.EventType
	for _, item := range app.Options.Get("events").Items {
		if !item.IsRef(declared.AppEvent) || item.Ref.ID == "" {
			continue
		}
		types = append(types, crmsim.EventType{
			Name: appUID(item.Ref), ObjectType: item.Ref.Options.Get("objectType").Text, Properties: appProperties(item.Ref),
		})
	}
	return types
}

// AppData is what an account has of the app's own once it is installed: object types, and kinds of events.
func AppData(app *declared.Declaration) ([]crmsim.ObjectType, []crmsim.EventType) {
	return appObjectTypes(app), appEventTypes(app)
}
