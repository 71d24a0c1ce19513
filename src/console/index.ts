/**
 * console: the page in the browser that shows the work of a mock. It uses only the control routes.
 * This file is the entry of the bundle.
 * layers: model < client < editor < parts < pages < shell
 * - model: types of the control routes' answers, and their conversion to words, lines and copies.
 * - client: calls the control routes, follows the events, holds the state that all pages share.
 * - editor: a code editor, in a separate file that is loaded for the first edit.
 * - parts: pieces of a page: tables, values, buttons.
 * - pages: one page for each entry of the menu.
 * - shell: the frame around the pages: menu, worlds, messages, keys.
 */
import { startConsole } from './shell/start.tsx';

startConsole(window);
