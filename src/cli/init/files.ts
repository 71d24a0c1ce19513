export const PIPELINES = ['github', 'gitlab', 'none'] as const;
export type Pipeline = (typeof PIPELINES)[number];

export interface Answers {
  readonly document: string;
  readonly target: string;
  readonly pipeline: Pipeline;
}

export interface NewFile {
  readonly path: string;
  readonly text: string;
}

/** The files of a project: its config, and the pipeline that checks its service. */
export function filesFor({ document, target, pipeline }: Answers): readonly NewFile[] {
  const config = `# yaml-language-server: $schema=./node_modules/standin/config.schema.json
document: ${JSON.stringify(document)}
check:
  target: ${JSON.stringify(target)}
`;
  const files = [{ path: 'standin.config.yaml', text: config }];
  if (pipeline === 'github') files.push({ path: '.github/workflows/standin.yml', text: GITHUB });
  if (pipeline === 'gitlab') files.push({ path: '.gitlab/standin.yml', text: GITLAB });
  return files;
}

/** Scripts of package.json, by name. */
export const SCRIPTS: Readonly<Record<string, string>> = {
  mock: 'standin mock --watch',
  'check:api': 'standin check',
};

const CHECK = 'npx standin check --wait 60s --report junit=reports/standin.xml --report html=reports/standin.html';

const GITHUB = `name: API contract
on: [push, pull_request]
permissions:
  contents: read
jobs:
  contract:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 22
          cache: npm
      - run: npm ci
      # Starts the service; --wait waits until it answers.
      - run: npm start &
      - run: ${CHECK}
      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: standin
          path: reports/
`;

const GITLAB = `contract:
  image: node:22
  script:
    - npm ci
    # Starts the service; --wait waits until it answers.
    - npm start &
    - ${CHECK}
  artifacts:
    when: always
    paths: [reports/]
    reports:
      junit: reports/standin.xml
`;
