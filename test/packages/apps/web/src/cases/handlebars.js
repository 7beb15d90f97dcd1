import Handlebars from 'handlebars';

// compile generates code, which the edge refuses; what was compiled before the deploy runs.
export default () => {
  const compiled = {
    compiler: [8, '>= 4.3.0'],
    main(container, depth0, helpers) {
      return `Hello ${container.escapeExpression(container.lookupProperty(depth0, 'name'))}${container.lookupProperty(helpers, 'loud').call(depth0, {})}`;
    },
    useData: true,
  };
  Handlebars.registerHelper('loud', () => '!');
  const tried = () => {
    try {
      return Handlebars.compile('Hi {{name}}')({ name: 'Ada' });
    } catch (error) {
      return { refused: error.name };
    }
  };
  return {
    compiled: Handlebars.template(compiled)({ name: '<Ada>' }),
    parsed: Handlebars.parse('{{#if a}}b{{/if}}').body[0].type,
    code: tried(),
  };
};
