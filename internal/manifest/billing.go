package manifest

// Billing is the billing catalog of an app.
type Billing struct {
	Plans      []Plan    `json:"plans"`
	Features   []Feature `json:"features"`
	Meters     []Metered `json:"meters"`
	UpgradeURL string    `json:"upgradeUrl,omitempty"`
}

// Plan is one plan of the catalog.
type Plan struct {
	ID          string  `json:"id"`
	Name        string  `json:"name"`
	Description string  `json:"description,omitempty"`
	Pricing     Pricing `json:"pricing"`
	// Features are ids of features.
	Features []string `json:"features"`
	// Limits are by meter id; nil means unlimited.
	Limits    map[string]*float64 `json:"limits"`
	TrialDays *float64            `json:"trialDays,omitempty"`
	Default   *bool               `json:"default,omitempty"`
}

// Pricing is the price of a plan. Type decides which members are set.
type Pricing struct {
	Type        string   `json:"type"` // "free", "flat" or "perUnit"
	Meter       string   `json:"meter,omitempty"`
	AmountMinor *float64 `json:"amountMinor,omitempty"` // in the currency's minor unit
	Currency    string   `json:"currency,omitempty"`
	Interval    string   `json:"interval,omitempty"` // "month" or "year"
	Included    *float64 `json:"included,omitempty"`
}

// Feature is an entitlement of plans.
type Feature struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Metered is a meter of the catalog.
type Metered struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Unit        string `json:"unit,omitempty"`
	Aggregation string `json:"aggregation"` // "sum", "max" or "last"
	Period      string `json:"period"`      // "month" or "billing_cycle"
}
