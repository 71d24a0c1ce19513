/** Tickets of a help desk, as a user of NestJS writes them; its document is that of @nestjs/swagger. */
import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Module,
  NotFoundException,
  Param,
  ParseUUIDPipe,
  Patch,
  Post,
  Query,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiProperty,
  ApiPropertyOptional,
  ApiQuery,
  DocumentBuilder,
  PartialType,
  SwaggerModule,
} from '@nestjs/swagger';
import { IsArray, IsIn, IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';

/** Decorators without a compiler: those of a class, of its properties, of its methods and of their parameters. */
const property = (type, name, design, ...decorators) => {
  Reflect.defineMetadata('design:type', design, type.prototype, name);
  for (const each of decorators) each(type.prototype, name);
};
const method = (type, name, parameters, ...decorators) => {
  const descriptor = Object.getOwnPropertyDescriptor(type.prototype, name);
  Reflect.defineMetadata(
    'design:paramtypes',
    parameters.map(({ type: design }) => design),
    type.prototype,
    name,
  );
  for (const [index, { as }] of parameters.entries()) as(type.prototype, name, index);
  for (const each of decorators.reverse()) each(type.prototype, name, descriptor);
};

const PRIORITIES = ['low', 'normal', 'high'];

class NewTicket {}
property(NewTicket, 'title', String, ApiProperty({ minLength: 3, maxLength: 80 }), IsString(), Length(3, 80));
property(NewTicket, 'priority', String, ApiProperty({ enum: PRIORITIES }), IsIn(PRIORITIES));
property(
  NewTicket,
  'estimate',
  Number,
  ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 100 }),
  IsOptional(),
  IsInt(),
  Min(1),
  Max(100),
);
property(
  NewTicket,
  'labels',
  Array,
  ApiPropertyOptional({ type: [String] }),
  IsOptional(),
  IsArray(),
  IsString({ each: true }),
);

class TicketChange extends PartialType(NewTicket) {}

class Ticket extends NewTicket {}
property(Ticket, 'id', String, ApiProperty({ format: 'uuid' }));

class Problem {}
property(Problem, 'statusCode', Number, ApiProperty());
property(
  Problem,
  'message',
  Object,
  ApiProperty({ oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }),
);

class TicketsController {
  tickets = new Map([
    [
      '00000000-0000-4000-8000-000000000001',
      { id: '00000000-0000-4000-8000-000000000001', title: 'kept', priority: 'low' },
    ],
  ]);

  list(priority) {
    return [...this.tickets.values()].filter((ticket) => priority === undefined || ticket.priority === priority);
  }

  create(input) {
    const ticket = { id: randomUUID(), ...input };
    this.tickets.set(ticket.id, ticket);
    return ticket;
  }

  read(id) {
    const ticket = this.tickets.get(id);
    if (ticket === undefined) throw new NotFoundException();
    return ticket;
  }

  change(id, input) {
    const ticket = { ...this.read(id), ...input };
    this.tickets.set(id, ticket);
    return ticket;
  }

  remove(id) {
    this.read(id);
    this.tickets.delete(id);
  }
}
const uuid = { type: String, as: Param('id', new ParseUUIDPipe()) };
const refused = [ApiBadRequestResponse({ type: Problem }), ApiNotFoundResponse({ type: Problem })];
method(
  TicketsController,
  'list',
  [{ type: String, as: Query('priority') }],
  Get(),
  ApiQuery({ name: 'priority', required: false, enum: PRIORITIES }),
  ApiOkResponse({ type: [Ticket] }),
);
method(
  TicketsController,
  'create',
  [{ type: NewTicket, as: Body() }],
  Post(),
  ApiCreatedResponse({ type: Ticket }),
  refused[0],
);
method(TicketsController, 'read', [uuid], Get(':id'), ApiOkResponse({ type: Ticket }), ...refused);
method(
  TicketsController,
  'change',
  [uuid, { type: TicketChange, as: Body() }],
  Patch(':id'),
  ApiOkResponse({ type: Ticket }),
  ...refused,
);
method(TicketsController, 'remove', [uuid], Delete(':id'), HttpCode(204), ApiNoContentResponse(), ...refused);
Controller('tickets')(TicketsController);

class AppModule {}
Module({ controllers: [TicketsController] })(AppModule);

const app = await NestFactory.create(AppModule, { logger: false });
app.useGlobalPipes(new ValidationPipe({ whitelist: true, transform: true }));
const document = SwaggerModule.createDocument(app, new DocumentBuilder().setTitle('Tickets').setVersion('1').build());
app.getHttpAdapter().get('/openapi.json', (_request, response) => response.json(document));
await app.listen(0, '127.0.0.1');
console.log(`http://127.0.0.1:${app.getHttpServer().address().port}`);
