package host

import (
	"github.com/appsvc/svc/internal/crmsim"
	"github.com/appsvc/svc/internal/declared"
)

// appEventTypes returns the events that the app declares, without malformed parts.
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

// AppData returns the object types and the event types that the app adds to an account.
func AppData(app *declared.Declaration) ([]crmsim.ObjectType, []crmsim.EventType) {
	return AppObjectTypes(app), appEventTypes(app)
}
