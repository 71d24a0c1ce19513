import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMock } from '../../src/library/index.ts';

describe('a mock that keeps its state in a file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'standin-file-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const open = (): ReturnType<typeof createMock> => createMock({ state: 'file:./state.json', cwd: folder });
  const pets = 'http://mock.test/pets';
  const ask = async (
    mock: Awaited<ReturnType<typeof createMock>>,
    url: string,
    init?: RequestInit,
  ): Promise<{ status: number; body: unknown }> => {
    const response = await mock.fetch(new Request(url, init));
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
  const rex = (name: string): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', 'standin-world': 'mine' },
    body: JSON.stringify({ name, categoryId: 1, status: 'available' }),
  });
  const mine: RequestInit = { headers: { 'standin-world': 'mine' } };

  it('goes on where it stopped: in every world, and with the next id', async () => {
    const first = await open();
    expect(await ask(first, pets, rex('Rex'))).toMatchObject({ status: 201, body: { id: 41 } });
    await first.close();
    const second = await open();
    expect(await ask(second, `${pets}/41`, mine)).toMatchObject({ status: 200, body: { name: 'Rex' } });
    expect((await ask(second, `${pets}/41`)).status).toBe(404);
    expect(await ask(second, pets, rex('Tom'))).toMatchObject({ status: 201, body: { id: 42 } });
    await second.close();
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  it('keeps what it has through a reload', async () => {
    const mock = await open();
    await ask(mock, pets, rex('Rex'));
    await mock.reload();
    expect((await ask(mock, `${pets}/41`, mine)).status).toBe(200);
    await mock.close();
    const again = await open();
    expect((await ask(again, `${pets}/41`, mine)).status).toBe(200);
    await again.close();
  });

  it('refuses a second mock while the first one runs, and loses nothing', async () => {
    const first = await open();
    await expect(open()).rejects.toMatchObject({
      code: 'state.unavailable',
      message: expect.stringContaining('state.json is in use by another mock'),
      hint: expect.stringContaining('choose another file'),
    });
    await ask(first, pets, rex('Rex'));
    await first.reload();
    await expect(open()).rejects.toMatchObject({ code: 'state.unavailable' });
    await first.close();
    await first.close();
    const second = await open();
    expect((await ask(second, `${pets}/41`, mine)).status).toBe(200);
    await second.close();
    expect(await readdir(folder)).toEqual(['state.json']);
  });

  it('leaves the file free after a start that failed', async () => {
    await writeFile(join(folder, 'state.json'), 'none of ours');
    await expect(open()).rejects.toMatchObject({ code: 'state.damaged' });
    await rm(join(folder, 'state.json'));
    await (await open()).close();
  });

  it('removes at its start what killed saves left behind, and nothing else', async () => {
    const plant = async (name: string, file: string, text: string): Promise<void> => {
      await mkdir(join(folder, name));
      if (file !== '') await writeFile(join(folder, name, file), text);
    };
    await plant('state.json.a1B2c3', 'state', 'standin-state 1 sha');
    await plant('state.json.d4E5f6', 'state', '');
    await plant('state.json.g7H8i9', '', '');
    await plant('state.json.backup', 'state', 'notes of mine');
    await plant('state.json.backu2', 'state.json', 'standin-state 1');
    await plant('state.json.longer-name', 'state', 'standin-state 1');
    await plant('other.json.a1B2c3', 'state', 'standin-state 1');
    await writeFile(join(folder, 'state.json.a1B2c4'), 'standin-state 1');
    await (await open()).close();
    expect((await readdir(folder)).sort()).toEqual([
      'other.json.a1B2c3',
      'state.json',
      'state.json.a1B2c4',
      'state.json.backu2',
      'state.json.backup',
      'state.json.longer-name',
    ]);
  });

  it('refuses a damaged file and leaves it as it is', async () => {
    const mock = await open();
    await ask(mock, pets, rex('Rex'));
    await mock.close();
    const path = join(folder, 'state.json');
    const damaged = (await readFile(path, 'utf8')).replace('Rex', 'Rix');
    await writeFile(path, damaged);
    await expect(open()).rejects.toMatchObject({ code: 'state.damaged' });
    expect(await readFile(path, 'utf8')).toBe(damaged);
  });

  it('says at the start that the file cannot be written', async () => {
    await mkdir(join(folder, 'state.json'));
    await expect(open()).rejects.toMatchObject({ code: 'state.unavailable' });
    await expect(createMock({ state: 'file:./none/state.json', cwd: folder })).rejects.toMatchObject({
      code: 'state.unavailable',
      message: expect.stringContaining('cannot be written: there is no such folder'),
    });
  });
});
