import { readFileSync } from 'node:fs';
import path from 'node:path';
import { githubJobs, gitlabJobs, type Job, type Occasion } from './sdk/ci-jobs.ts';
import { ROOT } from './workspace.ts';

const TEMPLATE = path.join(ROOT, 'shared/create-phr-module/template');
const GITHUB = readFileSync(path.join(TEMPLATE, 'github/workflows/module.yml'), 'utf8');
const GITLAB = readFileSync(path.join(TEMPLATE, 'gitlab-ci.yml'), 'utf8');
const SETTINGS = {
  RELEASES_URL: 'https://releases.test',
  RELEASE_KEY: 'phr_1',
  RELEASE_SIGNING_ID: 's1',
  RELEASE_SIGNING_KEY: 'pem',
};
const OCCASIONS: readonly Occasion[] = [
  { kind: 'proposal', ref: 'more-goals', number: 6 },
  { kind: 'main', ref: 'main', number: 7 },
  { kind: 'tag', ref: 'v1.2.0', number: 8 },
];
/** What a job does with the release service, and with which settings. */
const said = (jobs: readonly Job[]) =>
  jobs.map(({ shells, env }) => [
    shells.flatMap((shell) => shell.match(/npx phr [^\n]+/g) ?? []),
    Object.keys(env).filter((name) => name.startsWith('RELEASE')),
  ]);

test('both kinds of CI check what is proposed, send main to staging and a tag to staging and production', () => {
  const [proposed, main, tag] = OCCASIONS.map((occasion) => githubJobs(GITHUB, occasion, SETTINGS));
  expect(said(proposed ?? [])).toEqual([[['npx phr check'], []]]);
  expect(main?.[0]?.shells[0]).toBe('npm ci');
  expect(said(main ?? [])).toEqual([
    [['npx phr release publish --environment staging --version "$VERSION" --percent 100'], Object.keys(SETTINGS)],
  ]);
  expect(main?.[0]?.shells[1]).toContain('-main.7"');
  expect(said(tag ?? [])).toEqual([
    [
      ['npx phr release publish --environment staging --version "${GITHUB_REF_NAME#v}" --percent 100'],
      Object.keys(SETTINGS),
    ],
    [
      ['npx phr release start --environment production --version "${GITHUB_REF_NAME#v}" --percent 5'],
      ['RELEASES_URL', 'RELEASE_KEY'],
    ],
  ]);
  const ofGithub = OCCASIONS.map((occasion) =>
    said(githubJobs(GITHUB, occasion, SETTINGS)).map(([commands]) => commands),
  );
  const ofGitlab = OCCASIONS.map((occasion) =>
    said(gitlabJobs(GITLAB, occasion, SETTINGS)).map(([commands]) => commands),
  );
  expect(JSON.stringify(ofGitlab).replaceAll('CI_COMMIT_TAG', 'GITHUB_REF_NAME')).toBe(JSON.stringify(ofGithub));
});

test('a step, a condition or a setting that is not known is an error, so that none is left out unseen', () => {
  const [proposal, main] = OCCASIONS;
  if (proposal === undefined || main === undefined) throw new Error('no occasion');
  expect(() => githubJobs(GITHUB.replaceAll('actions/checkout@v4', 'other/step@v1'), main, SETTINGS)).toThrow(
    'other/step',
  );
  expect(() => githubJobs(GITHUB.replace("github.ref_type == 'tag'", 'always()'), main, SETTINGS)).toThrow('always()');
  expect(() => githubJobs(GITHUB, main, {})).toThrow('RELEASES_URL');
  expect(() => gitlabJobs(GITLAB.replace('=~ /^v/', '!~ /^w/'), proposal, SETTINGS)).toThrow('!~');
});
