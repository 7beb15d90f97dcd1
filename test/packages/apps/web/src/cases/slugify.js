import slugify from 'slugify';

export default () => [
  slugify('Some Täxt & more', { lower: true, strict: true }),
  slugify('déjà vu €'),
  slugify('a.b*c', { replacement: '_', remove: /[*.]/g }),
];
