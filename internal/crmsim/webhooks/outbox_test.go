package webhooks

import "testing"

func TestDeliveryHasEventsOfOneAccount(t *testing.T) {
	box := &outbox{}
	for i := range 6 {
		box.gathered = append(box.gathered, event{EventID: int64(i), PortalID: int64(i % 2)})
	}
	for portal := range 2 {
		for _, e := range box.batch() {
			if e.PortalID != int64(portal) {
				t.Errorf("event %d of account %d is in a delivery of account %d", e.EventID, e.PortalID, portal)
			}
		}
	}
	if len(box.gathered) != 0 {
		t.Errorf("%d are left", len(box.gathered))
	}
}
