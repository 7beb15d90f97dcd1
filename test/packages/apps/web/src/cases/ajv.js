import Ajv from 'ajv';

// The package generates code for a schema, which the edge refuses. It also has standalone code, made before a deploy.
export default () => {
  const ajv = new Ajv();
  try {
    return { valid: ajv.validate({ type: 'integer' }, 1), errors: ajv.errors };
  } catch (error) {
    return { refused: error.name };
  }
};
