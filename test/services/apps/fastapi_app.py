"""Notes of teams on FastAPI, with its own validation and the document that it makes of the code."""
import sys
from typing import Annotated, Optional

import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Query
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field

app = FastAPI(title="Notes", version="1.0.0")
bearer = HTTPBearer()


class NewNote(BaseModel):
    text: str = Field(min_length=1, max_length=500)
    stars: int = Field(default=0, ge=0, le=5)
    tags: list[str] = []
    url: Optional[str] = None


class Note(NewNote):
    id: int


class Team(BaseModel):
    name: str = Field(regex=r"^[a-z]{2,20}$")
    size: int = Field(gt=0, lt=1000)


notes: dict[int, Note] = {1: Note(id=1, text="old", stars=3)}
teams: dict[str, Team] = {"red": Team(name="red", size=3)}
last = 1


def who(credentials: Annotated[HTTPAuthorizationCredentials, Depends(bearer)]) -> str:
    if credentials.credentials != "secret-token-of-the-suite":
        raise HTTPException(status_code=401, detail="The token is not valid.", headers={"WWW-Authenticate": "Bearer"})
    return "somebody"


@app.get("/notes")
def list_notes(skip: Annotated[int, Query(ge=0)] = 0, limit: Annotated[int, Query(ge=1, le=100)] = 50) -> list[Note]:
    return list(notes.values())[skip : skip + limit]


@app.post("/notes", status_code=201)
def create_note(note: NewNote) -> Note:
    global last
    last += 1
    notes[last] = Note(id=last, **note.dict())
    return notes[last]


@app.get("/notes/{note_id}", responses={404: {"description": "There is none."}})
def read_note(note_id: int) -> Note:
    if note_id not in notes:
        raise HTTPException(status_code=404, detail="There is none.")
    return notes[note_id]


@app.put("/notes/{note_id}", responses={404: {"description": "There is none."}})
def replace_note(note_id: int, note: NewNote) -> Note:
    read_note(note_id)
    notes[note_id] = Note(id=note_id, **note.dict())
    return notes[note_id]


@app.delete("/notes/{note_id}", status_code=204, responses={404: {"description": "There is none."}})
def delete_note(note_id: int) -> None:
    read_note(note_id)
    del notes[note_id]


@app.post("/teams", status_code=201, responses={409: {"description": "The name is taken."}})
def create_team(team: Team, _: Annotated[str, Depends(who)]) -> Team:
    if team.name in teams:
        raise HTTPException(status_code=409, detail="The name is taken.")
    teams[team.name] = team
    return team


@app.get("/teams/{name}", responses={404: {"description": "There is none."}})
def read_team(name: str, _: Annotated[str, Depends(who)]) -> Team:
    if name not in teams:
        raise HTTPException(status_code=404, detail="There is none.")
    return teams[name]


@app.delete("/teams/{name}", status_code=204, responses={404: {"description": "There is none."}})
def delete_team(name: str, _: Annotated[str, Depends(who)]) -> None:
    read_team(name, _)
    del teams[name]


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error")
