import { XMLBuilder, XMLParser, XMLValidator } from 'fast-xml-parser';

const text =
  '<?xml version="1.0"?><list count="2"><item id="1">A &amp; B</item><item id="2"><![CDATA[<raw>]]></item><n>1.50</n></list>';

export default () => {
  const parsed = new XMLParser({ ignoreAttributes: false }).parse(text);
  return {
    parsed,
    built: new XMLBuilder({ ignoreAttributes: false, format: true }).build({
      list: { '@_count': 1, item: ['a', 'b<'] },
    }),
    valid: XMLValidator.validate(text),
    invalid: XMLValidator.validate('<a><b></a>'),
  };
};
