/**
 * console: the page in the browser that shows what a mock is doing. It is a client of the control routes, and sees nothing else of the program.
 * This file is the entry of its bundle.
 * layers: model < client < editor < parts < pages < shell
 * - model: what control routes answer, and how it is put into words, lines and copies.
 * - client: asks the control routes, follows the events, holds what all pages share.
 * - editor: a code editor, in a file of its own that is loaded when something is edited.
 * - parts: pieces of a page: tables, values, buttons.
 * - pages: one page for each entry of the menu.
 * - shell: the frame around the pages: menu, worlds, messages, keys.
 */
import { startConsole } from './shell/start.tsx';

startConsole(window);
