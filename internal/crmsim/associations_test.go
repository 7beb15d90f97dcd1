// This file tests associations.

package crmsim

import (
	"fmt"
	"testing"
)

func TestACreatedRecordIsAssociatedInBothDirections(t *testing.T) {
	create := `{"properties":{"dealname":"New"},"associations":[{"to":{"id":"203"},"types":[{"associationCategory":"CRM_DEFINED","associationTypeId":5},{"associationCategory":"CRM_DEFINED","associationTypeId":341}]},{"to":{"id":103},"types":[{"associationCategory":"CRM_DEFINED","associationTypeId":"3"}]}]}`
	check(t, newSim(t, Options{}), []exchange{
		{"POST", "/crm/v3/objects/deals", create, 201, `..."id":"90000000001"`},
		{"GET", "/crm/v3/objects/deals/90000000001?associations=company,contacts,tickets", "", 200,
			`..."associations":{"companies":{"results":[{"id":"203","type":"deal_to_company_primary"},{"id":"203","type":"deal_to_company"}]},"contacts":{"results":[{"id":"103","type":"deal_to_contact"}]}}`},
		{"GET", "/crm/v3/objects/companies/203?associations=deals", "", 200,
			`..."associations":{"deals":{"results":[{"id":"303","type":"company_to_deal_primary"},{"id":"90000000001","type":"company_to_deal_primary"},{"id":"90000000001","type":"company_to_deal"}]}}`},
		{"DELETE", "/crm/v3/objects/deals/303", "", 204, ""},
		{"GET", "/crm/v3/objects/companies?associations=deals&limit=1&after=203", "", 200, `..."associations":{"deals":{"results":[{"id":"90000000001"`},
		{"GET", "/crm/v3/objects/companies/203?associations=widgets", "", 400, `...Unable to infer object type from: widgets`},
	})
}

func TestAssociationsThatCannotBeMadeAreRefused(t *testing.T) {
	with := func(to, category, kind string) string {
		return fmt.Sprintf(`{"properties":{"dealname":"New"},"associations":[{"to":{"id":%s},"types":[{"associationCategory":%q,"associationTypeId":%s}]}]}`, to, category, kind)
	}
	s := newSim(t, Options{})
	check(t, s, []exchange{
		{"POST", "/crm/v3/objects/deals", with(`"999"`, "CRM_DEFINED", "5"), 400, `...there is no record 999 among companies`},
		{"POST", "/crm/v3/objects/deals", with(`"203"`, "CRM_DEFINED", "1"), 400, `...type 1 goes from contacts to companies`},
		{"POST", "/crm/v3/objects/deals", with(`"203"`, "CRM_DEFINED", "99999"), 400, `...there is no association type 99999`},
		{"POST", "/crm/v3/objects/deals", with(`"203"`, "USER_DEFINED", "5"), 501, `...NOT_EMULATED`},
		{"POST", "/crm/v3/objects/deals", `{"properties":{},"associations":[{}]}`, 400, `...an association needs to.id and types`},
	})
	if p := readPage(t, s, "POST", dealSearch, `{}`); p.Total != 6 {
		t.Errorf("a refused create left a record: %d deals", p.Total)
	}
}
