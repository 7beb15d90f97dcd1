package rules

var billingCatalogOptions = []option{
	{name: "plans", required: true, form: formList, each: []option{
		{name: "id", required: true, form: formFullText},
		{name: "name", required: true, form: formFullText},
		{name: "description", form: formText},
		{name: "pricing", required: true, form: formOwnRule},
		{name: "features", required: true, form: formTextList},
		{name: "limits", required: true, form: formObject},
		{name: "trialDays", form: formAmount},
		{name: "default", form: formFlag},
	}},
	{name: "features", required: true, form: formList, each: []option{
		{name: "id", required: true, form: formFullText},
		{name: "name", required: true, form: formFullText},
	}},
	{name: "meters", required: true, form: formList, each: []option{
		{name: "id", required: true, form: formFullText},
		{name: "name", required: true, form: formFullText},
		{name: "unit", form: formFullText},
		{name: "aggregation", required: true, form: formOwnRule},
		{name: "period", required: true, form: formOwnRule},
	}},
	{name: "upgradeUrl", form: formFullText},
}

var billingBlockOptions = []option{
	{name: "requires", form: formTextOrList},
	{name: "meter", form: formTextOrObject, members: []option{
		{name: "id", required: true, form: formFullText},
		{name: "quantity", form: formPositive},
	}},
	{name: "onLimit", form: formOwnRule},
	{name: "deniedMessage", form: formFullText},
}
