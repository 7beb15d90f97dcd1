import semver from 'semver';

export default () => [
  semver.satisfies('1.2.3', '^1.2 || >=3 <4'),
  semver.inc('1.2.3-beta.1', 'prerelease'),
  semver.sort(['1.10.0', '1.2.0', '1.2.0-rc.1']),
  semver.coerce('v2.3').version,
  semver.minVersion('>1.2').version,
  semver.valid('x'),
];
