// Meters on Express with the controllers, validation and document that tsoa makes of TypeScript.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { generateRoutes, generateSpec } from 'tsoa';
import ts from 'typescript';

const folder = mkdtempSync(join(tmpdir(), 'standin-tsoa-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
process.on('SIGTERM', () => process.exit());
const controllers = join(folder, 'readings-controller.ts');
copyFileSync(join(import.meta.dirname, 'tsoa/readings-controller.ts'), controllers);
symlinkSync(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'));

const common = {
  entryFile: controllers,
  noImplicitAdditionalProperties: 'throw-on-extras',
  controllerPathGlobs: [controllers],
};
const metadata = await generateSpec({
  ...common,
  outputDirectory: folder,
  specVersion: 3,
  name: 'Meters',
  version: '1',
});
await generateRoutes({ ...common, routesDir: folder, middleware: 'express' }, {}, [], metadata);
for (const name of ['readings-controller', 'routes']) {
  const compilerOptions = {
    module: ts.ModuleKind.CommonJS,
    target: ts.ScriptTarget.ES2022,
    experimentalDecorators: true,
    esModuleInterop: true,
  };
  const { outputText } = ts.transpileModule(readFileSync(join(folder, `${name}.ts`), 'utf8'), { compilerOptions });
  writeFileSync(join(folder, `${name}.js`), outputText);
}

const app = express();
app.use(express.json());
app.get('/openapi.json', (_request, response) => response.sendFile(join(folder, 'swagger.json')));
createRequire(join(folder, 'routes.js'))('./routes.js').RegisterRoutes(app);
app.use((error, _request, response, next) => {
  if (error.status === 400 && error.fields !== undefined)
    return response.status(422).json({ message: 'Validation failed', details: error.fields });
  if (error.type === 'entity.parse.failed') return response.status(400).json({ message: error.message });
  return next(error);
});
const server = app.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
