import { expect, test } from 'vitest';
import { asking } from '../ask.ts';
import { answer, api, array, number, object, path, ref, sending, text } from '../little.ts';

const flag = { type: 'boolean' };
const done = { responses: { 204: { description: 'done' } } };
const ask = await asking(
  api(
    {
      '/posts': {
        get: answer(array(ref('Post'))),
        post: { ...sending(object({ body: text }, ['body'])), ...answer(ref('Post'), '201') },
      },
      '/posts/{id}': { ...path('id', number), get: answer(ref('Post')) },
      '/posts/{id}/like': { ...path('id', number), put: done, delete: done },
      '/posts/{id}/favorite': { ...path('id', number), post: done },
      '/posts/{id}/unfavorite': { ...path('id', number), post: done },
      '/posts/{id}/upvote': { ...path('id', number), post: answer(ref('Post')) },
    },
    {
      Post: object(
        {
          ...{
            id: number,
            body: text,
            likesCount: number,
            viewerHasLiked: flag,
            favorited_by_me: flag,
            favorites: number,
          },
          ...{ upvotes: number, downvotes: number },
        },
        ['id', 'body', 'likesCount', 'viewerHasLiked', 'favorited_by_me', 'favorites', 'upvotes', 'downvotes'],
      ),
    },
  ),
);

test('a deed of a user sets the flag with its name, counts once, and is taken back', async () => {
  const { body: post } = await ask('POST', '/posts', { body: 'hi' });
  const at = `/posts/${post.id}`;
  const fresh = { likesCount: 0, viewerHasLiked: false, favorited_by_me: false, favorites: 0, upvotes: 0 };
  expect(post).toMatchObject(fresh);
  for (let times = 0; times < 2; times += 1) {
    await ask('PUT', `${at}/like`);
    expect((await ask('GET', at)).body).toMatchObject({ ...fresh, likesCount: 1, viewerHasLiked: true });
  }
  for (let times = 0; times < 2; times += 1) {
    await ask('DELETE', `${at}/like`);
    expect((await ask('GET', at)).body).toMatchObject(fresh);
  }
  await ask('POST', `${at}/favorite`);
  expect((await ask('GET', at)).body).toMatchObject({ favorites: 1, favorited_by_me: true });
  await ask('POST', `${at}/unfavorite`);
  expect((await ask('GET', at)).body).toMatchObject({ favorites: 0, favorited_by_me: false });
  expect((await ask('POST', `${at}/upvote`)).body).toMatchObject({ upvotes: 1, downvotes: 0 });
});

test('a deed that is asked for or toggled, and a rating in stars, is counted by nothing', async () => {
  const asked = (description: string): object => ({ ...path('id', number), post: { description, ...done } });
  const send = await asking(
    api(
      {
        '/hotels': {
          get: answer(array(ref('Hotel'))),
          post: { ...sending(object({ name: text, stars: number }, ['name'])), ...answer(ref('Hotel'), '201') },
        },
        '/hotels/{id}': { ...path('id', number), get: answer(ref('Hotel')) },
        '/hotels/{id}/like': asked('Toggles the like of the caller.'),
        '/hotels/{id}/follow': asked('Sends a request to follow.'),
        '/hotels/{id}/star': asked(''),
      },
      {
        Hotel: object({ id: number, name: text, stars: number, likesCount: number, followersCount: number }, [
          ...['id', 'name', 'stars', 'likesCount', 'followersCount'],
        ]),
      },
    ),
  );
  const { body: hotel } = await send('POST', '/hotels', { name: 'h', stars: 4 });
  for (const deed of ['like', 'follow', 'star']) await send('POST', `/hotels/${hotel.id}/${deed}`);
  expect((await send('GET', `/hotels/${hotel.id}`)).body).toEqual(hotel);
});
