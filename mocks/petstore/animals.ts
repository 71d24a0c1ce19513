/** A kind of animal that the shop deals in, and names that owners of such an animal like. */
export interface Kind {
  readonly name: string;
  readonly description: string;
  readonly petNames: readonly string[];
}

/** In the order of their category ids, from 1. */
export const KINDS: readonly Kind[] = [
  {
    name: 'Dogs',
    description: 'Companions that like a walk.',
    petNames: 'Biscuit Rex Bella Rusty Daisy Scout Bruno Maggie Archie Poppy Duke Hazel'.split(' '),
  },
  {
    name: 'Cats',
    description: 'Independent and fond of warm places.',
    petNames: 'Misty Tiger Smokey Luna Felix Cleo Mittens Oscar Ginger Simba Willow Shadow'.split(' '),
  },
  {
    name: 'Birds',
    description: 'Feathered and talkative.',
    petNames: 'Kiwi Captain Sunny Rio Pepper Skye Mango Echo Tweety Blue Robin Jasper'.split(' '),
  },
  {
    name: 'Rabbits',
    description: 'Quiet, with a liking for carrots and for digging.',
    petNames: 'Clover Thumper Snowball Nibbles Cinnamon Hopper Cotton Bramble Pumpkin Dandelion Fern Flopsy'.split(' '),
  },
  {
    name: 'Fish',
    description: 'Calm to look at, and never noisy.',
    petNames: 'Bubbles Finn Coral Splash Goldie Neptune Pearl Marlin Ripple Sushi Comet Azure'.split(' '),
  },
  {
    name: 'Tortoises',
    description: 'Slow, long-lived, and at the moment out of the shop.',
    petNames: 'Shelly Speedy Franklin Turbo Myrtle Sheldon Tank Olive Pebbles Bolt Moss Atlas'.split(' '),
  },
];
